/**
 * Accounts with no, 3 and 200 orders and prescriptions. Each list is tested in all three sizes.
 * `patient` is a second customer, whose orders have photographed prescriptions.
 */
export const accounts = {
  none: {
    orders: 0,
    customer: '0195000000',
    pharmacy: 'pharmacie-0@exemple.bj',
    courier: 'livreur-0@exemple.bj',
    patient: '0195100000',
    agent: 'pharmacien-0@exemple.bj',
    prescriber: 'sage-femme-0@exemple.bj',
  },
  few: {
    orders: 3,
    customer: '0195000003',
    pharmacy: 'pharmacie-3@exemple.bj',
    courier: 'livreur-3@exemple.bj',
    patient: '0195100003',
    agent: 'pharmacien-3@exemple.bj',
    prescriber: 'sage-femme-3@exemple.bj',
  },
  many: {
    orders: 200,
    customer: '0195000200',
    pharmacy: 'pharmacie-200@exemple.bj',
    courier: 'livreur-200@exemple.bj',
    patient: '0195100200',
    agent: 'pharmacien-200@exemple.bj',
    prescriber: 'sage-femme-200@exemple.bj',
  },
} as const;

export type Size = keyof typeof accounts;

export const sizes = ['none', 'few', 'many'] as const satisfies readonly Size[];

/** Very long names, one of them a long word, and a very long address, to test that nothing overflows a narrow screen. */
export const longNames = {
  customer: 'Marie-Josèphe Ahouandjinouvidehouen-Houénoussou',
  pharmacy: 'Pharmacie Saint-Jean-Baptiste-de-Gbégamey-Sainte-Rita',
  patient: 'Ablawa-Philomène Hounkpèvi-Tchibozo-Kouhonou',
  agent: 'Mahoussi-Théophile Dossou-Yovo-Agossadou',
  prescriber: 'Rachidatou-Espérance Adéchokan-Houénoukpo',
  insurance: 'Mutuelle-de-Santé-des-Travailleurs-du-Secteur-Informel',
  courier: 'Babatundé-Abdoulrazack Orou Gani-Adéchokan',
  address: `Derrière l’école ${'Agontinkon'.repeat(5)}, ${'deuxième von à gauche, portail vert, '.repeat(5)}`,
};
