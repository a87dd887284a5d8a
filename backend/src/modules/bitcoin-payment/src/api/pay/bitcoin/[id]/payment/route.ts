export { answerPayment as GET } from "../../../../respond"
