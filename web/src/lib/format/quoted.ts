/** Words between French quotation marks, which no line ends between. */
export const quoted = (words: string): string => `«\u00a0${words}\u00a0»`;
