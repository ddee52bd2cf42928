/** What the form may say is wrong, by the field that shows it. */
export type DraftErrors = { items?: string; zone?: string; address?: string };

export type DraftField = keyof DraftErrors;
