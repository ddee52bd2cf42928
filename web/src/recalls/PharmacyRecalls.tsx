import { lotsInWords, type PharmacyRecall } from '@amasin/domain/recalls/recall.ts';
import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../ui/Notice.tsx';
import { useAnswerStock, usePharmacyRecalls } from './api.ts';
import styles from './recalls.module.css';
import { nameOf } from './words.ts';

/** The recalls about which this pharmacy has not answered; nothing while it is not known. */
export function PharmacyRecalls() {
  const { data } = usePharmacyRecalls();
  const asked = data?.filter(({ asks }) => asks);
  if (!asked?.length) return null;
  return (
    <div className={styles.notices}>
      {asked.map((recall) => (
        <Asked key={recall._id} recall={recall} />
      ))}
    </div>
  );
}

function Asked({ recall }: { recall: PharmacyRecall }) {
  const answer = useAnswerStock(recall._id);
  const [text, setText] = useState('');
  const boxes = /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null;
  return (
    <Notice tone="red" icon={IconAlertTriangle} title={`Médicament rappelé : ${nameOf(recall)}`}>
      <span>{`Ne donnez plus ${lotsInWords(recall.lots)}. En avez-vous ?`}</span>
      <span>{`Source : ${recall.source}`}</span>
      <div className={styles.actions}>
        <TextInput
          label="Boîtes mises de côté"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button
          disabled={boxes === null}
          loading={answer.isPending}
          onClick={() => {
            if (boxes !== null) answer.mutate(boxes);
          }}
        >
          Nous en avons
        </Button>
        <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate(0)}>
          Nous n’en avons pas
        </Button>
      </div>
    </Notice>
  );
}
