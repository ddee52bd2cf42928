// Lazy: the medicine and zone fields load together with the zones, the others when needed.
export const loadMedicationField = () =>
  import('../../../medications/MedicationField.tsx').then(({ MedicationField }) => MedicationField);
export const loadZoneField = () => import('../../../zones/ZoneField.tsx').then(({ ZoneField }) => ZoneField);
export const loadChoices = () =>
  import('../../../addresses/PlaceChoices.tsx').then(({ PlaceChoices }) => PlaceChoices);
export const loadKeep = () => import('../../../addresses/KeepPlace.tsx').then(({ KeepPlace }) => KeepPlace);
export const loadLeftOut = () =>
  import('../../../orders/ordering/again/LeftOut.tsx').then(({ LeftOut }) => LeftOut);
export const loadWish = () =>
  import('../../../orders/ordering/wish/WishedPharmacy.tsx').then(({ WishedPharmacy }) => WishedPharmacy);
export const loadPicker = () => import('../../../files/FilePicker.tsx').then(({ FilePicker }) => FilePicker);
export const loadCodeField = () =>
  import('../../../prescriptions/lookup/CodeField.tsx').then(({ CodeField }) => CodeField);
