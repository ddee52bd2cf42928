/** Stops a command or the start of the program. Its message is one French line that tells the operator what to do. */
export class OperatorError extends Error {}
