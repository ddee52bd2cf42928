import { describe, expect, it } from 'vitest';
import { newChat, newChatMessage } from './consultation.ts';
import { allowedChatActions, chatStatuses } from './lifecycle.ts';
import { systemText } from './system-line.ts';

const patient = { _id: 'p', type: 'customer' } as const;
const doctor = { _id: 'd', type: 'partnerDoctor' } as const;
const other = { _id: 'o', type: 'partnerDoctor' } as const;

describe('the allowed actions', () => {
  it.each([
    ['pending', null, [], ['accept'], ['accept']],
    ['active', 'd', ['send'], ['send', 'complete', 'prescribe'], []],
    ['completed', 'd', [], [], []],
  ] as const)('of %s', (status, doctorId, ofPatient, ofDoctor, ofOther) => {
    const chat = { status, doctorId, patientId: 'p' };
    expect(allowedChatActions(chat, patient)).toEqual(ofPatient);
    expect(allowedChatActions(chat, doctor)).toEqual(ofDoctor);
    expect(allowedChatActions(chat, other)).toEqual(ofOther);
    expect(chatStatuses).toContain(status);
  });
});

describe('a message', () => {
  const issues = (body: object) =>
    newChatMessage.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('has a text, a file or a prescription number', () => {
    const blank = [['content', 'Message vide ou trop long']];
    for (const content of [undefined, '', ' \n ', 'x'.repeat(4_001)]) {
      expect(issues({ content })).toEqual(blank);
    }
    expect(issues({ content: 'x'.repeat(4_000) })).toBeUndefined();
    expect(issues({ file: 'key' })).toBeUndefined();
    expect(issues({ prescriptionNumber: 'ORD-12345678' })).toBeUndefined();
    expect(issues({ file: ' ', prescriptionNumber: '' })).toEqual(blank);
    expect(issues({ content: 'a', clientMessageId: 'x'.repeat(65) })).toHaveLength(1);
  });

  it('is trimmed; a blank identifier counts as none', () => {
    const read = { content: 'a', clientMessageId: null, file: null, prescriptionNumber: null };
    expect(newChatMessage.parse({ content: ' a ', clientMessageId: ' ' })).toEqual(read);
  });
});

it('a request needs a name and a message', () => {
  const errors = newChat.safeParse({ patientName: ' ' }).error?.issues.map(({ message }) => message);
  const required = 'Veuillez remplir tous les champs obligatoires';
  expect(errors).toEqual([required, required]);
});

it('the system lines name the doctor', () => {
  expect(systemText('accepted', 'Aïcha Kora')).toBe('Vous discutez avec le docteur Aïcha Kora');
  expect(systemText('completed', 'Aïcha Kora')).toBe('Le docteur Aïcha Kora a terminé la consultation');
});
