import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { INVALID_MONEY_PHONE, operatorLabels, readMoneyPhone } from '@amasin/domain/payments/operators.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { useSession } from '../../session/session-context.ts';
import type { Means } from '../api.ts';
import styles from './choosing.module.css';
import { type Paying, readMeans, storeMeans } from './means-draft.ts';

type Props = { paying: Paying; choices: readonly PaymentChoice[]; onChosen: (means: Means) => void };

/** The operators and pages to choose from, and the number that pays. */
export function MeansForm({ paying, choices, onChosen }: Props) {
  const { user } = useSession();
  const [before] = useState(() => readMeans(paying));
  const [chosen, setChosen] = useState(
    () =>
      choices.find(
        ({ provider, operator }) => provider === before?.provider && operator === before.operator,
      ) ?? null,
  );
  // Often not the account's: many have two SIM cards.
  const [typed, setTyped] = useState(() => before?.phone ?? formatPhone(user?.phone ?? ''));
  const [problem, setProblem] = useState<'choice' | 'phone' | null>(null);

  const hasOperators = choices.some(({ operator }) => operator !== null);
  const change = (choice: PaymentChoice, phone: string) => {
    setChosen(choice);
    setTyped(phone);
    setProblem(null);
    storeMeans(paying, { provider: choice.provider, operator: choice.operator, phone });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form within the page's own: its submit must not reach it.
    event.stopPropagation();
    if (chosen === null) return setProblem('choice');
    const { provider, operator, takesPhone } = chosen;
    const payingPhone = takesPhone ? readMoneyPhone(typed) : null;
    if (takesPhone && payingPhone === null) return setProblem('phone');
    onChosen({ provider, operator, payingPhone });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset
        className={styles.choices}
        aria-describedby={problem === 'choice' ? 'choice-problem' : undefined}
      >
        <legend className={styles.legend}>
          {hasOperators ? 'Votre opérateur' : 'Votre moyen de paiement'}
        </legend>
        {choices.map((choice, index) => (
          <label key={`${choice.provider} ${choice.operator}`} className={styles.choice}>
            <input
              type="radio"
              name="means"
              className={styles.radio}
              data-autofocus={index === 0 ? true : undefined}
              checked={choice === chosen}
              onChange={() => change(choice, typed)}
            />
            <span>{nameOf(choice, hasOperators)}</span>
          </label>
        ))}
        {problem === 'choice' ? (
          <p id="choice-problem" role="alert" className={styles.problem}>
            {`Choisissez ${hasOperators ? 'votre opérateur' : 'un moyen de paiement'}`}
          </p>
        ) : null}
      </fieldset>
      {chosen?.takesPhone ? (
        <TextInput
          label="Numéro qui paie"
          description="Il peut être différent de celui de votre compte."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={typed}
          error={problem === 'phone' ? INVALID_MONEY_PHONE : null}
          onChange={({ currentTarget }) => change(chosen, currentTarget.value)}
        />
      ) : null}
      <Button type="submit" size="md" fullWidth>
        Continuer
      </Button>
    </form>
  );
}

function nameOf({ operator, label }: PaymentChoice, hasOperators: boolean): string {
  if (operator !== null) return operatorLabels[operator];
  return hasOperators
    ? `Carte ou autre moyen, avec ${label}`
    : `Mobile money, carte ou autre moyen, avec ${label}`;
}
