/** Why a file cannot be taken, found before it is sent; `message` is for the person. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileProblem';
  }
}
