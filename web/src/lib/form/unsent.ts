/** The forms on the screen; each says whether something stands in it that would be lost with the page. */
const forms = new Set<() => boolean>();

/** Answers what to do when the form is gone. */
export function watchUnsent(isDirty: () => boolean): () => void {
  forms.add(isDirty);
  return () => void forms.delete(isDirty);
}

/** Whether a reload would lose what somebody has written. */
export const hasUnsent = (): boolean => [...forms].some((isDirty) => isDirty());
