import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import {
  type RedFlag,
  redFlagLabels,
  redFlags,
  type Taker,
  takerLabels,
  takers,
} from '@amasin/domain/reports/kinds.ts';
import { Button, Checkbox, NumberInput, Radio, Stack, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, fieldErrors } from '../lib/api-error.ts';
import { DayField } from '../ui/DayField.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useSendReport } from './api.ts';
import { EmergencyCall, PharmacistCalls } from './Contacts.tsx';
import { ReportedMedicines } from './ReportedMedicines.tsx';

type Props = { order: Order; opened: boolean; onClose: () => void };

/** « Je réagis mal »: the signs that need help at once, whom to call, and only then what to tell the pharmacist. */
export function ReactionDialog({ order, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Je réagis mal">
      <Reaction order={order} onClose={onClose} />
    </ResponsiveDialog>
  );
}

function Reaction({ order, onClose }: Omit<Props, 'opened'>) {
  const [flags, setFlags] = useState<readonly RedFlag[]>([]);
  const [isTelling, setTelling] = useState(false);
  const isUrgent = flags.length > 0;
  return (
    <Stack gap="md">
      {isUrgent ? (
        <Notice tone="red" icon={IconAlertTriangle} title="Appelez les urgences" role="alert">
          <Stack gap="sm">
            <span>Ne restez pas seul, et n’en prenez plus. Allez aux urgences si personne ne répond.</span>
            <EmergencyCall />
          </Stack>
        </Notice>
      ) : null}
      {isTelling ? (
        <>
          <PharmacistCalls orderId={order._id} />
          <ReactionForm order={order} redFlags={flags} onClose={onClose} />
        </>
      ) : (
        <>
          <Checkbox.Group
            label="Avez-vous l’un de ces signes ?"
            value={[...flags]}
            onChange={(values) => setFlags(redFlags.filter((flag) => values.includes(flag)))}
          >
            <Stack gap={10} mt={8}>
              {redFlags.map((flag) => (
                <Checkbox key={flag} value={flag} label={redFlagLabels[flag]} />
              ))}
            </Stack>
          </Checkbox.Group>
          {isUrgent ? <PharmacistCalls orderId={order._id} /> : null}
          <Button variant={isUrgent ? 'subtle' : 'filled'} fullWidth onClick={() => setTelling(true)}>
            {isUrgent ? 'J’ai appelé : prévenir aussi le pharmacien' : 'Aucun de ces signes'}
          </Button>
        </>
      )}
    </Stack>
  );
}

type FormProps = { order: Order; redFlags: readonly RedFlag[]; onClose: () => void };

/** What is typed stays after a refusal. */
function ReactionForm({ order, redFlags: flags, onClose }: FormProps) {
  const items = order.prescription?.items ?? [];
  const only = items.length === 1 ? items.map(({ medicationId }) => medicationId) : [];
  const [medications, setMedications] = useState<string[]>(only);
  const [words, setWords] = useState('');
  const [since, setSince] = useState(() => dayInBenin(new Date()));
  const [taker, setTaker] = useState<Taker>('self');
  const [years, setYears] = useState<string | number>('');
  const [months, setMonths] = useState<string | number>('');
  const [stopped, setStopped] = useState<boolean | null>(null);
  const send = useSendReport(order._id, onClose);
  const errors = send.error instanceof ApiError ? fieldErrors(send.error) : {};
  const isAgeKnown = years !== '' || months !== '';
  const body = {
    kind: 'reaction' as const,
    medications,
    redFlags: [...flags],
    words,
    since,
    taker,
    ageMonths: taker === 'child' && isAgeKnown ? Number(years) * 12 + Number(months) : null,
    // Without an answer the server asks for one.
    stopped: stopped as boolean,
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(body);
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">Dites au pharmacien ce qui se passe. Il vous rappelle.</Text>
        <ReportedMedicines
          order={order}
          value={medications}
          error={errors.medications}
          onChange={setMedications}
        />
        <Textarea
          label="Ce que vous ressentez"
          rows={3}
          maxLength={1000}
          value={words}
          error={errors.words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <DayField
          label="Depuis quand"
          value={since}
          max={dayInBenin(new Date())}
          error={errors.since}
          onChange={setSince}
        />
        <Radio.Group
          label="Qui l’a pris ?"
          value={taker}
          onChange={(value) => setTaker(takers.find((one) => one === value) ?? 'self')}
        >
          <Stack gap={8} mt={8}>
            {takers.map((one) => (
              <Radio key={one} value={one} label={takerLabels[one]} />
            ))}
          </Stack>
        </Radio.Group>
        {taker === 'child' ? (
          <Stack gap={8}>
            <NumberInput
              label="Âge de l’enfant, années"
              min={0}
              max={18}
              value={years}
              error={errors.ageMonths}
              onChange={setYears}
            />
            <NumberInput label="et mois" min={0} max={11} value={months} onChange={setMonths} />
          </Stack>
        ) : null}
        <Radio.Group
          label="Avez-vous arrêté de le prendre ?"
          value={stopped === null ? '' : String(stopped)}
          error={errors.stopped}
          onChange={(value) => setStopped(value === 'true')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="true" label="Oui" />
            <Radio value="false" label="Non" />
          </Stack>
        </Radio.Group>
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          Envoyer au pharmacien
        </Button>
      </Stack>
    </form>
  );
}
