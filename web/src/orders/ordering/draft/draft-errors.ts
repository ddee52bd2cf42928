/** What the form may say is wrong, by the field that shows it; `what` is the medicines, the photograph or the code. */
export type DraftErrors = { what?: string; zone?: string; address?: string; insurance?: string };

export type DraftField = keyof DraftErrors;
