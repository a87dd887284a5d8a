import { startShopUnderTest } from "./start"

export default () => startShopUnderTest(true)
