export type DemoPerson = {
  /** Name of this user in the other demonstration data. */
  key: string;
  name: string;
  type: 'customer' | 'pharmacy' | 'deliveryPerson' | 'agent' | 'partnerDoctor' | 'supervisor' | 'superAdmin';
  email: string | null;
  /** In local form, without +229; normalised like form input. */
  phone: string;
  address: string | null;
  active: boolean;
  isPartner?: boolean;
  onDuty?: boolean;
  verified?: boolean;
  titrePartenaire?:
    | 'hopital'
    | 'docteur'
    | 'infirmier'
    | 'anestesiste'
    | 'kinesitherapeute'
    | 'sage femme'
    | 'aide soignant'
    | 'accoucheuse';
  location?: { lng: number; lat: number };
};

/** Invented users and pharmacies. The keys of staff are the local parts of their e-mails. */
export const demoPeople: readonly DemoPerson[] = [
  {
    key: 'admin',
    name: 'Ulrich Ahouandjinou',
    type: 'superAdmin',
    email: 'admin@amasin.demo',
    phone: '0197000010',
    address: 'Siège d’Amasin, Haie Vive, en face de l’agence bancaire',
    active: true,
  },
  {
    key: 'superviseur',
    name: 'Gisèle Adéchokan',
    type: 'supervisor',
    email: 'superviseur@amasin.demo',
    phone: '0197000011',
    address: 'Siège d’Amasin, Haie Vive, en face de l’agence bancaire',
    active: true,
  },
  {
    key: 'pharmacien',
    name: 'Mahougnon Dègbè',
    type: 'agent',
    email: 'pharmacien@amasin.demo',
    phone: '0197000012',
    address: 'Gbégamey, von de la maternité, maison à la véranda grillagée',
    active: true,
  },
  {
    key: 'pharmacie',
    name: 'Pharmacie Fifamè',
    type: 'pharmacy',
    email: 'pharmacie@amasin.demo',
    phone: '0197000013',
    address: 'Cadjèhoun, à cent mètres de l’école primaire publique, côté station-service',
    active: true,
    isPartner: true,
    onDuty: true,
    location: { lng: 2.4012, lat: 6.3584 },
  },
  {
    key: 'pharmacie2',
    name: 'Pharmacie Gbèssinmè',
    type: 'pharmacy',
    email: 'pharmacie2@amasin.demo',
    phone: '0197000014',
    address: 'Sainte-Rita, rue pavée derrière l’église, à côté du salon de coiffure',
    active: true,
    isPartner: true,
    onDuty: false,
    location: { lng: 2.4129, lat: 6.3776 },
  },
  {
    key: 'livreur',
    name: 'Romaric Hounkpatin',
    type: 'deliveryPerson',
    email: 'livreur@amasin.demo',
    phone: '0197000015',
    address: 'Zogbo, près du terrain de football',
    active: true,
  },
  {
    key: 'livreur2',
    name: 'Wassiou Adégbola',
    type: 'deliveryPerson',
    email: 'livreur2@amasin.demo',
    phone: '0197000016',
    address: 'Akpakpa, Dédokpo, derrière l’école primaire publique',
    active: true,
  },
  {
    key: 'livreur3',
    name: 'Coffi Mèdégan',
    type: 'deliveryPerson',
    email: 'livreur3@amasin.demo',
    phone: '0197000017',
    address: 'Agla, après le deuxième dos d’âne',
    active: false,
  },
  {
    key: 'docteur',
    name: 'Rodrigue Assogba',
    type: 'partnerDoctor',
    email: 'docteur@amasin.demo',
    phone: '0197000018',
    address: 'Cabinet médical, Vodjè, premier étage au-dessus de l’opticien',
    active: true,
    verified: true,
    titrePartenaire: 'docteur',
  },
  {
    key: 'docteur2',
    name: 'Nadège Tossou',
    type: 'partnerDoctor',
    email: 'docteur2@amasin.demo',
    phone: '0197000019',
    address: 'Cabinet de soins, Mènontin, à côté du marché',
    active: true,
    verified: false,
    titrePartenaire: 'sage femme',
  },
  {
    key: 'customer1',
    name: 'Sènami Gbaguidi',
    type: 'customer',
    email: 'senami.gbaguidi@amasin.demo',
    phone: '0197000001',
    address: 'À côté de l’école primaire publique de Cadjèhoun, portail bleu',
    active: true,
  },
  {
    key: 'customer2',
    name: 'Babatundé Olaoyé',
    type: 'customer',
    email: null,
    phone: '0197000002',
    address: 'Vèdoko, deuxième von à gauche après le carrefour, maison carrelée à étage',
    active: true,
  },
  {
    key: 'customer3',
    name: 'Akouavi Kpadonou',
    type: 'customer',
    email: null,
    phone: '0197000003',
    address: 'Aïdjèdo, derrière la mosquée, en face de l’atelier de couture',
    active: true,
  },
  {
    key: 'customer4',
    name: 'Espérance Hounsou',
    type: 'customer',
    email: 'esperance.hounsou@amasin.demo',
    phone: '0197000004',
    address: 'Gbégamey, rue pavée de l’église Saint-Jean, portail vert',
    active: true,
  },
  {
    key: 'customer5',
    name: 'Nafissatou Orou Gani',
    type: 'customer',
    email: null,
    phone: '0197000005',
    address: 'Agla, von face au CEG Les Pylônes, clôture blanche',
    active: true,
  },
  {
    key: 'customer6',
    name: 'Dossou Agbangla',
    type: 'customer',
    email: null,
    phone: '0197000006',
    address: 'Sègbèya, à deux maisons du CEG',
    active: true,
  },
  {
    key: 'customer7',
    name: 'Bilikissou Salami',
    type: 'customer',
    email: null,
    phone: '0197000007',
    address: null,
    active: true,
  },
  {
    key: 'customer8',
    name: 'Yétondé Vignigbé',
    type: 'customer',
    email: null,
    phone: '0197000008',
    address: 'Fidjrossè, ruelle avant le calvaire, portail noir',
    active: true,
  },
];
