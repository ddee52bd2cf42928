import { readStored, store } from '../../../lib/storage/storage.ts';
import { type Draft, newDraft, readDraft } from './draft.ts';
import { DRAFT } from './use-draft.ts';

/** Writes an order with a photograph into the form again. Medicines and a code chosen since remain. */
export function putBack(personId: string, { zoneId, sector, address, insured, fileKey, wish }: Draft): void {
  const begun = readDraft(readStored(personId, DRAFT), address) ?? newDraft(address);
  store(personId, DRAFT, { ...begun, way: 'photo', zoneId, sector, address, insured, fileKey, wish });
}
