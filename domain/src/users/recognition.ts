/** What a supervisor may ask a customer who calls because she has lost her telephone number: what her account knows, and nothing about health. */
export const recognitionQuestions = [
  'name',
  'order-number',
  'order-date',
  'order-amount',
  'address',
] as const;

export type RecognitionQuestion = (typeof recognitionQuestions)[number];

/** After « reconnu par ». */
export const recognitionLabels: Readonly<Record<RecognitionQuestion, string>> = {
  name: 'le nom complet',
  'order-number': 'le numéro de la dernière commande',
  'order-date': 'la date de la dernière commande',
  'order-amount': 'le montant de la dernière commande',
  address: 'l’adresse de la dernière livraison',
};
