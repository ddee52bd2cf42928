import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/feedback.tsx';
import { ListState, MoreButton } from '../ui/listing.tsx';
import { Cell, Fact, Row, RowName, Rows } from '../ui/rows.tsx';
import { DateTime, Money, PhoneLink } from '../ui/text.tsx';
import { usePrescriptions } from './api.ts';

/** Maximum length of a search (the contract). */
const MAX_SEARCH = 100;

type Props = {
  /** Part of the patient's name. */
  patientName: string;
  button: (prescription: Prescription) => ReactNode;
};

/** The user's unused prescriptions for patients of this name, the most recent first. */
export function UnusedPrescriptions({ patientName, button }: Props) {
  const list = usePrescriptions('mine', { q: patientName.trim().slice(0, MAX_SEARCH), used: 'false' });
  return (
    <ListState
      list={list}
      rows={2}
      height={104}
      empty={
        <EmptyState
          title="Aucune ordonnance à envoyer"
          titleOrder={3}
          pictogram="phone"
        >{`Vous n’en avez pas écrit au nom de ${patientName}, ou elles ont déjà servi.`}</EmptyState>
      }
    >
      <Stack gap="sm">
        <Rows label="Ordonnances à envoyer" list={list} columns="minmax(0, 1fr) auto">
          {list.rows.map((prescription) => (
            <Row key={prescription._id}>
              <Cell>
                <RowName below={<DateTime at={prescription.createdAt} />}>
                  {prescription.prescriptionNumber}
                </RowName>
              </Cell>
              <Cell>
                <span>{prescription.patientName}</span>
                {prescription.patientPhone ? (
                  <>
                    {' · '}
                    <PhoneLink phone={prescription.patientPhone} name={prescription.patientName} />
                  </>
                ) : null}
              </Cell>
              <Cell>
                <Fact label="Total">
                  <Money amount={prescription.total} />
                </Fact>
              </Cell>
              <Cell>{button(prescription)}</Cell>
            </Row>
          ))}
        </Rows>
        <MoreButton list={list} />
      </Stack>
    </ListState>
  );
}
