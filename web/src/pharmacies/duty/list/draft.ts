/** What was typed in « Coller une liste ». */
export type ListDraft = { text: string; source: string; date: string };

export const emptyDraft: ListDraft = { text: '', source: 'Ordre des pharmaciens', date: '' };
