export { renewQuote as POST } from "../../../../respond"
