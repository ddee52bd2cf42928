import { writeCsv } from '../../../ui/download/write-csv.ts';
import { DownloadButton } from '../../../ui/download.tsx';

/** The file of a plot's values: its name, and the heading of the values with their unit. */
export type FigureFile = { name: string; heading: string };

type Props = {
  title: string;
  file: FigureFile;
  /** The heading of the names. */
  names: string;
  rows: readonly (readonly [name: string, value: number | null])[];
};

/** Downloads the values of a plot. */
export function DownloadFigures({ title, file: { name, heading }, names, rows }: Props) {
  return (
    <DownloadButton
      what={`les chiffres : ${title}`}
      name={name}
      read={() => writeCsv([names, heading], rows)}
    />
  );
}
