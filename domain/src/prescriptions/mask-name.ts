/** A patient's name for somebody who may not be the patient: initials only, « A*** K*** » (RULES 18). */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}***`)
    .join(' ');
}
