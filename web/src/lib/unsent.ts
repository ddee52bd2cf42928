/** The mounted forms; each returns whether it has changes that are not sent. */
const forms = new Set<() => boolean>();

/** @returns the function to call when the form is unmounted */
export function watchUnsent(isDirty: () => boolean): () => void {
  forms.add(isDirty);
  return () => void forms.delete(isDirty);
}

/** Whether a reload would lose changes. */
export const hasUnsent = (): boolean => [...forms].some((isDirty) => isDirty());
