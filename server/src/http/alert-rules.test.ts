import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
}

const groups: { name: string; rules: Rule[] }[] = parse(read('deploy/prometheus/rules.yml')).groups;
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);

it('names each group, rule and alert once', () => {
  for (const names of [groups.map(({ name }) => name), rules.map(({ alert, record }) => alert ?? record)])
    expect(names).toEqual([...new Set(names)]);
});

it.each(alerts.map((rule) => [rule.alert, rule] as const))(
  '%s has a severity and one line of what to do',
  (_, rule) => {
    expect(['page', 'ticket']).toContain(rule.labels?.severity);
    for (const line of [rule.annotations?.summary, rule.annotations?.runbook])
      expect(line).toMatch(/^\S[^\n]+[.?]$/);
  },
);

it('the operators’ page says what to do for each alert, and for no other', () => {
  const described = [...read('docs/exploitation/alertes.md').matchAll(/^\| `([A-Z]\w+)` \|/gm)];
  expect(described.map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert));
});
