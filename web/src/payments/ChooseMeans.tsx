import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { INVALID_MONEY_PHONE, operatorLabels, readMoneyPhone } from '@amasin/domain/payments/operators.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatPhone } from '../lib/format.ts';
import { sent, text } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';
import { useSession } from '../session/session-context.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import type { Means } from './api.ts';
import styles from './payments.module.css';

/** The operator that was chosen and the number as typed; null until there is one. */
type MeansDraft = Pick<PaymentChoice, 'provider' | 'operator'> & { phone: string };

/**
 * Stored on the device, because the question is asked again after a failed request or a reload; until it has paid, another order
 * is paid for, or the person signs out. One at a time: it may be the number of somebody else.
 */
export const storedMeans = storedOf(
  'means',
  sent<MeansDraft & { purpose: string }>({ purpose: text, phone: text }),
);

type ChooseMeansProps = {
  personId: string;
  /** The id of the order that is paid, or `new`. */
  purpose: string;
  /** Null when closed. */
  choices: readonly PaymentChoice[] | null;
  onClose: () => void;
  onChosen: (means: Means) => void;
};

/** Asks for the operator, and for the number that pays. */
export function ChooseMeans({ choices, onClose, ...form }: ChooseMeansProps) {
  return (
    <ResponsiveDialog
      opened={choices !== null}
      onClose={onClose}
      title="Comment payez-vous ?"
      size="sm"
      hasForm
    >
      {choices === null ? null : <MeansForm choices={choices} {...form} />}
    </ResponsiveDialog>
  );
}

type MeansFormProps = Pick<ChooseMeansProps, 'personId' | 'purpose' | 'onChosen'> & {
  choices: readonly PaymentChoice[];
  /** Default: « Continuer ». */
  action?: string;
  isSending?: boolean;
};

/** The operators and pages to choose from, and the number that pays. */
export function MeansForm({
  personId,
  purpose,
  choices,
  action = 'Continuer',
  isSending = false,
  onChosen,
}: MeansFormProps) {
  const { user } = useSession();
  const [before] = useState(() => {
    const means = storedMeans.read(personId);
    return means?.purpose === purpose ? means : null;
  });
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
    storedMeans.write(personId, { provider: choice.provider, operator: choice.operator, phone, purpose });
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
      <Button type="submit" size="md" fullWidth loading={isSending}>
        {action}
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
