/** `zone` is the label of a `demoZones` entry. */
export type DemoAddress = { zone: string; address: string };

/** Delivery addresses of the orders, by landmarks, as is usual in Cotonou. */
export const demoAddresses: readonly DemoAddress[] = [
  {
    zone: 'Cotonou – 12e arrondissement',
    address: 'À côté de l’école primaire publique de Cadjèhoun, portail bleu',
  },
  {
    zone: 'Cotonou – 10e arrondissement',
    address: 'Vèdoko, deuxième von à gauche après le carrefour, maison carrelée à étage',
  },
  {
    zone: 'Cotonou – 6e arrondissement',
    address: 'Aïdjèdo, derrière la mosquée, en face de l’atelier de couture',
  },
  {
    zone: 'Cotonou – 11e arrondissement',
    address: 'Gbégamey, rue pavée de l’église Saint-Jean, portail vert, sonner deux fois',
  },
  {
    zone: 'Cotonou – 13e arrondissement',
    address: 'Agla, von face au CEG Les Pylônes, troisième maison, clôture blanche',
  },
  {
    zone: 'Cotonou – 3e arrondissement',
    address: 'Sègbèya, à deux maisons du CEG, boutique de pièces de moto au rez-de-chaussée',
  },
  {
    zone: 'Cotonou – 9e arrondissement',
    address: 'Mènontin, près du marché, immeuble crème au-dessus de la boulangerie',
  },
  {
    zone: 'Cotonou – 12e arrondissement',
    address: 'Fidjrossè, route de la plage, ruelle avant le calvaire, portail noir à gauche',
  },
  {
    zone: 'Cotonou – 5e arrondissement',
    address: 'Missèbo, au-dessus du dépôt de tissus, entrée par l’escalier de côté',
  },
  {
    zone: 'Cotonou – 8e arrondissement',
    address: 'Sainte-Rita, derrière l’église, maison au grand manguier',
  },
  {
    zone: 'Cotonou – 2e arrondissement',
    address: 'Yénawa, en face de l’école primaire publique, kiosque jaune à l’entrée du von',
  },
  {
    zone: 'Cotonou – 7e arrondissement',
    address: 'Saint-Michel, rue du collège, deuxième portail marron après la cabine de mobile money',
  },
];
