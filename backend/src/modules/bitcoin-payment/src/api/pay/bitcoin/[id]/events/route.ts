export { followPayment as GET } from "../../../../respond"
