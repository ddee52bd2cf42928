import { CONTACT_META, demoContact } from '@amasin/domain/house/contact.ts';
import { expect, test, vi } from 'vitest';

test('is what the server has written into the page, or that of the demonstration', async () => {
  expect((await import('./contact.ts')).contact).toEqual(demoContact);
  const house = {
    phone: '+2290196112233',
    email: 'aide@exemple.bj',
    place: 'Rue « A"b » <1>',
    emergency: '118',
  };
  const meta = document.createElement('meta');
  meta.name = CONTACT_META;
  meta.content = JSON.stringify(house);
  document.head.append(meta);
  vi.resetModules();
  expect((await import('./contact.ts')).contact).toEqual(house);
  meta.remove();
});
