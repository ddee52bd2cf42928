import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { batchNumber, expiresSoon, isExpired, lastDayOf } from '@amasin/domain/orders/batch.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { ScannedBox } from '@amasin/domain/orders/gs1.ts';
import { lotsInWords } from '@amasin/domain/recalls/recall.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconScan } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { formatDate } from '../../lib/format.ts';
import { usePharmacyRecalls } from '../../recalls/api.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOrderChange } from '../api.ts';
import { BoxScanner } from './BoxScanner.tsx';

export type PreparedLine = {
  medicationId: string;
  label: string;
  batch: string | undefined;
  expiresOn: string | undefined;
};

type Props = { opened: boolean; onClose: () => void; orderId: string; line: PreparedLine };

/** What is printed on a box: scanned, or typed. */
export function BatchDialog({ opened, onClose, orderId, line }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={`Lot : ${line.label}`} size="sm" hasForm>
      {opened ? <BatchForm orderId={orderId} line={line} onDone={onClose} /> : null}
    </ResponsiveDialog>
  );
}

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;

type Written = { batch: string | null; expiresOn: string | null };

type FormProps = { orderId: string; line: PreparedLine; onDone: () => void };

export function BatchForm({ orderId, line, onDone }: FormProps) {
  const { medicationId } = line;
  const [batch, setBatch] = useState(line.batch ?? '');
  const [day, setDay] = useState(line.expiresOn ?? '');
  // Some browsers have no field for a month: what is typed there is no month yet.
  const [month, setMonth] = useState(day.slice(0, 7));
  const [isScanning, setScanning] = useState(false);
  const recalls = usePharmacyRecalls();
  const write = useOrderChange({
    mutationFn: (body: Written) =>
      call(orderEndpoints.writeBatch, { params: { id: orderId, medicationId }, body }).then(
        ({ order }) => order,
      ),
    done: 'Lot noté',
    failed: 'Erreur lors de la mise à jour',
    onDone,
  });
  const today = dayInBenin(new Date());
  const read = batch.trim() === '' ? null : batchNumber.safeParse(batch);
  const isOld = day !== '' && isExpired(day, today);
  const recalled = recalls.data?.filter(({ medication }) => medication._id === medicationId) ?? [];
  const take = (box: ScannedBox) => {
    setScanning(false);
    if (box.batch !== null) setBatch(box.batch);
    if (box.expiresOn === null) return;
    setDay(box.expiresOn);
    setMonth(box.expiresOn.slice(0, 7));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (read?.success === false || isOld || (month !== '' && day === '')) return;
    write.mutate({ batch: read?.data ?? null, expiresOn: day === '' ? null : day });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md">
        {recalled.map(({ _id, lots }) => (
          <Notice key={_id} tone="red" icon={IconAlertTriangle} title="Médicament rappelé">
            <span>{`Ne donnez pas : ${lotsInWords(lots)}.`}</span>
          </Notice>
        ))}
        {isScanning ? (
          <BoxScanner onRead={take} onClose={() => setScanning(false)} />
        ) : (
          <Button
            variant="light"
            leftSection={<IconScan size={20} aria-hidden="true" />}
            onClick={() => setScanning(true)}
          >
            Scanner la boîte
          </Button>
        )}
        <TextInput
          label="Lot"
          value={batch}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={read?.success === false ? read.error.issues[0]?.message : undefined}
          onChange={({ currentTarget }) => setBatch(currentTarget.value)}
        />
        <TextInput
          type="month"
          label="Péremption"
          description="Le mois écrit sur la boîte."
          placeholder="2027-01"
          value={month}
          error={
            isOld
              ? 'Cette boîte est périmée : ne la donnez pas'
              : month !== '' && !MONTH.test(month)
                ? 'Année et mois, comme 2027-01'
                : undefined
          }
          onChange={({ currentTarget: { value } }) => {
            setMonth(value);
            setDay(MONTH.test(value) ? lastDayOf(value) : '');
          }}
        />
        {day !== '' && !isOld && expiresSoon(day, today) ? (
          <Text role="status" fw={600}>{`Périme le ${formatDate(day)}`}</Text>
        ) : null}
        <Button type="submit" size="md" fullWidth loading={write.isPending}>
          Enregistrer
        </Button>
        <Button variant="subtle" fullWidth onClick={onDone}>
          Passer
        </Button>
      </Stack>
    </form>
  );
}
