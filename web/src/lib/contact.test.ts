import { expect, it } from 'vitest';
import { contactSettings } from '../../contact-settings.ts';

it('the build has the settings of the operator, the phone in its stored form', () => {
  const given = {
    CONTACT_PHONE: '01 96 11 22 33',
    CONTACT_EMAIL: ' aide@exemple.bj',
    CONTACT_PLACE: 'Rue « A"b »',
  };
  expect(contactSettings(given)).toEqual({
    'import.meta.env.CONTACT_PHONE': '"+2290196112233"',
    'import.meta.env.CONTACT_EMAIL': '"aide@exemple.bj"',
    'import.meta.env.CONTACT_PLACE': '"Rue « A\\"b »"',
  });
});

it.each([{}, { CONTACT_PHONE: '12', CONTACT_EMAIL: '', CONTACT_PLACE: ' ' }])(
  'leaves out what is missing or invalid: %o',
  (given) => {
    expect(new Set(Object.values(contactSettings(given)))).toEqual(new Set(['undefined']));
  },
);
