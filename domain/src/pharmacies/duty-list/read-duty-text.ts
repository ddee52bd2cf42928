import { searchText } from '../../medications/search-text.ts';
import { nightsFrom, WEEK_NIGHTS } from '../duty-night.ts';
import { isLikeNight, readNights } from './read-night.ts';

/** A name in a list of duty, and its nights; none when the date cannot be read. */
export interface DutyLine {
  readonly written: string;
  readonly nights: readonly string[];
}

/** The escapes are • · ▪ ► and °. */
const bullet = /^(?:[\p{Pd}\u2022*\u00b7\u25aa\u25ba]+|\d{1,3}\s*[.)\u00b0])\s*/u;
const title = /^(?:liste |des |les )*(?:pharmacies )?(?:de )?gardes?$/;

/**
 * Reads a list of duty. A line is a night, a name, or a night and its names. Names belong to the last night above them, and
 * to the whole week before the first night. Any other line is read as a name, so that nothing is lost. Below a night that
 * cannot be read, names have no night.
 * @param week the first of the seven nights of names without a date
 */
export function readDutyText(text: string, week: string): DutyLine[] {
  let nights: readonly string[] = nightsFrom(week, WEEK_NIGHTS);
  const lines: DutyLine[] = [];
  for (const line of text.normalize('NFC').split(/\r?\n/)) {
    const trimmed = line.replace(/[^\S\t]+/g, ' ').trim();
    const own = readNights(trimmed, week);
    if (own !== null) {
      nights = own;
      continue;
    }
    const parts = splitNight(trimmed, week);
    if (parts?.isHeading) ({ nights } = parts);
    // The names below an unreadable night must not fall into the night before it.
    else if (parts === null && isLikeNight(trimmed)) nights = [];
    const names = parts?.names ?? [trimmed];
    for (const name of names) {
      const written = name.replace(bullet, '').trim();
      const words = searchText(written);
      if (words !== '' && !title.test(words)) lines.push({ written, nights: parts?.nights ?? nights });
    }
  }
  return lines;
}

/** « Lundi 23 : Pharmacie A, Pharmacie B », « 23/11/2026 ; Pharmacie A » or « Pharmacie A ; 23/11/2026 »; null for any other line. */
function splitNight(line: string, week: string) {
  const heading = /^([^:]+):(.+)$/.exec(line);
  const nights = heading === null ? null : readNights(heading[1] ?? '', week);
  if (heading !== null && nights !== null) {
    return { nights, names: (heading[2] ?? '').split(/[,;]/), isHeading: true };
  }
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim());
  const [first = '', ...rest] = cells;
  const last = rest.pop() ?? '';
  const leading = readNights(first, week);
  if (leading !== null && last !== '') {
    return { nights: leading, names: [...rest, last], isHeading: false };
  }
  const trailing = readNights(last, week);
  return trailing === null
    ? null
    : { nights: trailing, names: [[first, ...rest].join(', ')], isHeading: false };
}
