/** Error messages by field; `what` is the medicines, the photograph or the code. */
export type DraftErrors = { what?: string; zone?: string; address?: string; insurance?: string };

export type DraftField = keyof DraftErrors;
