/** A customer's account with its telephone, and when a code that was sent to it was first typed. */
export interface PhoneHolder {
  readonly phone: string | null;
  readonly phoneProvenAt: Date | null;
}

/** Whether this person has shown that the telephone of their account is theirs. */
export const hasProvenPhone = ({ phone, phoneProvenAt }: PhoneHolder): boolean =>
  phone !== null && phoneProvenAt !== null;

/**
 * Whether what was written for a telephone belongs to the account that has it: a telephone is an address, not a person, and its next
 * holder is another one. It belongs to who had proven it when it was written (rule 49).
 */
export function isWrittenFor(
  holder: PhoneHolder,
  written: { readonly phone: string; readonly at: Date },
): boolean {
  const { phone, phoneProvenAt } = holder;
  return phone === written.phone && phoneProvenAt !== null && phoneProvenAt <= written.at;
}
