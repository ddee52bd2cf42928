import { expect, it } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../endpoints.ts';
import { searchText } from '../medications/search-text.ts';
import { readMoneyPhone } from '../payments/operators.ts';
import { plainHours, readHours } from '../pharmacies/opening.ts';
import { readDutyText, readNights } from '../pharmacies/read-duty-text.ts';
import { maskName, readPrescriptionNumber, readSearch } from '../prescriptions/prescription-number.ts';
import { printable, unprintedNote } from '../prescriptions/printable.ts';
import { normalizePhone, readFilePhone, readPhoneDigits } from '../users/phone-number.ts';
import { townIn } from '../zones/zone.ts';
import { readDegrees, readPair } from './degrees.ts';
import { readAmount } from './money.ts';
import { hasHiddenSign, hasVisibleSign, plainCode, withoutHiddenSigns } from './signs.ts';

const LENGTH = 100_000;
const texts: readonly (readonly [name: string, text: string])[] = (
  [
    ['Latin', 'Wé'],
    ['words', 'Kɔɛ́ŋ du '],
    ['Hebrew', 'אב'],
    ['Hebrew words', 'אב ג '],
    ['Arabic', 'محمد'],
    ['Chinese', '医王'],
    ['Ethiopic', 'ሰላም'],
    ['N’Ko', 'ߒߞߏ'],
    ['emoji', '👩🏽‍⚕️❤️'],
    ['accents of one kind', '\u0301'],
    ['accents to be sorted', '\u0301\u0323'],
    ['half-width accents to be sorted', '\uff9e\u0301'],
    ['spaces', ' '],
    ['spaces of all kinds', '\u00a0 \t\n\u3000'],
    ['joiners', '\u200d\u200b\ufe0f'],
    ['digits', '1'],
    ['thousands', '1 000 '],
    ['decimals', '1,00,'],
    ['dashes', '-'],
    ['dashes apart', ' – '],
    ['dots and ats', 'a.@'],
    ['quotes', '\'"`'],
    ['days', 'Mo-Su, '],
  ] as const
).map(([name, part]) => [name, `a${part.repeat(LENGTH / part.length)}§`]);

const readers: readonly ((text: string) => unknown)[] = [
  searchText,
  readMoneyPhone,
  readHours,
  plainHours,
  readPair,
  readDegrees,
  (text) => readNights(text, '2026-11-23'),
  (text) => readDutyText(text, '2026-11-23'),
  maskName,
  readPrescriptionNumber,
  readSearch,
  printable,
  unprintedNote,
  normalizePhone,
  readFilePhone,
  readPhoneDigits,
  townIn,
  readAmount,
  hasHiddenSign,
  hasVisibleSign,
  plainCode,
  withoutHiddenSigns,
];

type Def = z.core.$ZodTypeDef & {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
};

/** The schemas of the texts in a schema. */
function textsIn(schema: z.ZodType): readonly z.ZodType[] {
  const { shape, element, options, innerType, in: before, out } = schema.def as Def;
  // The schema after a transform checks the text: the transform accepts any.
  if (before?.def.type === 'transform' && out !== undefined) return textsIn(out);
  const within = shape ? Object.values(shape) : (options ?? (element ? [element] : innerType && [innerType]));
  return within === undefined ? [schema] : within.flatMap(textsIn);
}

const schemas = new Set(
  Object.values(endpoints).flatMap((endpoint) =>
    (['body', 'query', 'params'] as const).flatMap((part) => {
      const schema = (endpoint as Partial<Record<typeof part, z.ZodType>>)[part];
      return schema === undefined ? [] : textsIn(schema);
    }),
  ),
);

// A time that grows with the square of the length would be half a minute for each.
it.each(texts)(
  '100,000 signs (%s) are read at once by each reader and each call',
  { timeout: 15_000 },
  (_, text) => {
    for (const read of readers) read(text);
    for (const schema of schemas) schema.safeParse(text);
  },
);

it('knows the texts of each call', () => {
  expect(schemas.size).toBeGreaterThan(100);
});
