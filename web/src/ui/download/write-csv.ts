/** Values as a file that a spreadsheet set to French opens, as the server writes downloaded lists. Loaded when it is used. */
export async function writeCsv(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: [...headings],
    escape_formulas: true,
  });
  return new Blob([text], { type: 'text/csv' });
}
