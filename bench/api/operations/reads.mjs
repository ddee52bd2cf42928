/** Items of a page, so that the pages of few and of many orders have the same length. */
const LIMIT = 20;

export const pick = (list, turn) => list[turn % list.length];

/** An operation of one GET request. `pathOf` receives the world, a person and the number of the request. */
export function get(label, people, pathOf, more = {}) {
  return {
    label,
    server: 'product',
    ...more,
    create: (world) => async (call, turn) => {
      const person = people === null ? null : pick(world[people], turn);
      await call({ path: pathOf({ world, person, turn }), token: person?.token, headers: more.headers });
    },
  };
}

const list = () => `/api/orders?limit=${LIMIT}`;
const search = (term) => `/api/medications/search?q=${encodeURIComponent(term)}`;

export const reads = {
  'list-customer': get('commandes d’un client qui en a 20', 'regulars', list),
  'list-supervisor': get('commandes, superviseur, première page', 'supervisors', list),
  'list-pharmacy': get('commandes d’une pharmacie', 'pharmacies', list),
  'list-courier': get('commandes d’un livreur', 'couriers', list),
  'list-agent': get('commandes d’un pharmacien interne', 'agents', list),
  'search-orders': get(
    'commandes par nom de client, superviseur',
    'supervisors',
    ({ world, turn }) => `${list()}&q=${encodeURIComponent(pick(world.names, turn))}`,
  ),
  detail: get('une commande', 'regulars', ({ person }) => `/api/orders/${person.order}`),
  'search-exact': get('recherche, 25 mots exacts', 'customers', ({ world, turn }) =>
    search(pick(world.exactTerms, turn)),
  ),
  'search-mixed': get('recherche, 25 mots dont 9 faux', 'customers', ({ world, turn }) =>
    search(pick(world.mixedTerms, turn)),
  ),
  catalogue: get('catalogue, 20 médicaments', 'customers', () => `/api/medications?limit=${LIMIT}`),
  pharmacies: get(
    'pharmacies à moins de 5 km',
    null,
    ({ turn }) => `/api/pharmacies/search?lat=${(6.34 + (turn % 50) / 1000).toFixed(3)}&lng=2.391&radius=5`,
  ),
  notices: get('notifications d’un client', 'regulars', () => '/api/notifications?limit=10'),
  page: get('page d’accueil (HTML)', null, () => '/', {
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
  }),
};
