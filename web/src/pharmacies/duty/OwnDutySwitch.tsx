import { Switch } from '@mantine/core';
import { useId } from 'react';
import { useOnDutyNow, useSwitchDuty } from './api.ts';
import styles from './duty.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

type Props = {
  /** The pharmacy's user id. */
  accountId: string;
  /** From the session. */
  switched: boolean;
  onSwitched: (onDuty: boolean) => void;
};

/** « De garde »: the pharmacy's own switch, besides the shifts planned by a supervisor. */
export function OwnDutySwitch({ accountId, switched, onSwitched }: Props) {
  const turning = useSwitchDuty();
  const now = useOnDutyNow();
  const textId = useId();
  const announced = now.data?.pharmacies.some((one) => one.accountId === accountId) ?? false;
  const next = !switched;
  return (
    <section className={styles.own} aria-label="Garde">
      <Switch
        classNames={{ body: styles.body ?? '', label: styles.label ?? '' }}
        size="md"
        label="De garde"
        aria-describedby={textId}
        checked={turning.isPending ? next : switched}
        disabled={turning.isPending}
        onChange={() =>
          turning.mutate({ id: accountId, onDuty: next }, { onSuccess: () => onSwitched(next) })
        }
      />
      <span id={textId} className={styles.text}>
        {explain(switched, announced)}
      </span>
    </section>
  );
}

function explain(switched: boolean, announced: boolean): string {
  if (switched) return 'Les visiteurs vous voient de garde, jusqu’à ce que vous y mettiez fin.';
  if (announced) return 'Une garde vous est confiée en ce moment : les visiteurs vous voient déjà de garde.';
  return 'Ouverte cette nuit ? Dites-le aux visiteurs.';
}
