import { DownloadFigures, type FigureFile } from './DownloadFigures.tsx';
import styles from './plot.module.css';

type Props = {
  title: string;
  file: FigureFile;
  rows: readonly { key: string; name: string; value: string; raw: number | null }[];
};

/** The values of a plot as a table, collapsed until it is opened, and as a file; `key` is the day. */
export function FigureTable({ title, file, rows }: Props) {
  return (
    <details className={styles.details}>
      <summary className={styles.open} aria-label={`Voir les chiffres : ${title}`}>
        Voir les chiffres
      </summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Jour</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, value }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DownloadFigures title={title} file={file} names="Jour" rows={rows.map(({ key, raw }) => [key, raw])} />
    </details>
  );
}
