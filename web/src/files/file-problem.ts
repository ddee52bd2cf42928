/** Why a file is refused before the upload; `message` is shown. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileProblem';
  }
}
