import { actionsOncePaid } from './after-payment-model.ts';
import { advance, assign, edit, isPayable, type Model, put, sees } from './model.ts';
import { type Name, userTypes } from './people.ts';

/** Every action that would change the order if this user took it now. */
export function allowedActions(model: Model, name: Name): string[] {
  const changes = (take: (copy: Model) => number) => {
    const copy = structuredClone(model);
    return take(copy) < 300 && copy.events > model.events;
  };
  const found: string[] = [];
  if (userTypes[name] === 'customer' && sees(model, name) && isPayable(model)) found.push('leave-out', 'pay');
  if (userTypes[name] !== 'customer' && changes((copy) => put(copy, name))) found.push('write-prescription');
  const unreserved = (copy: Model) => edit(Object.assign(copy, { reserved: false }), name);
  if (model.hasItems && changes(unreserved)) found.push('edit-prescription');
  for (const [action, to] of [
    ['start-delivery', 'delivering'],
    ['mark-delivered', 'delivered'],
    ['end', 'ended'],
  ] as const) {
    if (changes((copy) => advance(copy, name, to))) found.push(action);
  }
  const unpaid = (copy: Model) => advance(Object.assign(copy, { payments: [] }), name, 'cancelled');
  if (changes(unpaid)) found.push('cancel');
  found.push(...actionsOncePaid(model, name));
  for (const [role, word, people] of [
    ['pharmacy', 'pharmacy', ['pharmacy1', 'pharmacy2']],
    ['deliveryPerson', 'delivery-person', ['courier1', 'courier2']],
    ['agent', 'agent', ['agent1', 'agent2']],
  ] as const) {
    const replaces = model.assigned[role];
    const to = people.find((each) => each !== replaces) ?? people[0];
    if (changes((copy) => assign(copy, name, { role, to, replaces }))) {
      found.push(`${replaces === null ? 'assign' : 'replace'}-${word}`);
    }
  }
  return found;
}
