import { lotsInWords, type ReceivedRecall, recallAdviceLabels } from '@amasin/domain/recalls/recall.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPhone } from '@tabler/icons-react';
import { contact } from '../lib/contact.ts';
import { formatPhone, telephoneUrl } from '../lib/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { useAnswerRecall, useReceivedRecalls } from './api.ts';
import styles from './recalls.module.css';
import { nameOf } from './words.ts';

/**
 * What the customer received and what is recalled since; nothing while it is not known.
 * @param orderId only what is about this order, also once she has answered
 */
export function ReceivedRecalls({ orderId }: { orderId?: string | null }) {
  const { data } = useReceivedRecalls();
  const shown = data?.filter(({ lifted, answered, order }) =>
    orderId === undefined ? !lifted && !answered : !lifted && order._id === orderId,
  );
  if (!shown?.length) return null;
  return (
    <div className={styles.notices}>
      {shown.map((recall) => (
        <Received key={recall._id} recall={recall} />
      ))}
    </div>
  );
}

function Received({ recall }: { recall: ReceivedRecall }) {
  const { lots, advice, note, source, order, maybe, answered, kept } = recall;
  const answer = useAnswerRecall(recall._id);
  const telephone = telephoneUrl(contact.phone);
  return (
    <Notice tone="red" icon={IconAlertTriangle} title={`Médicament rappelé : ${nameOf(recall)}`}>
      <span>{`Commande ${order.number} · ${lotsInWords(lots)}`}</span>
      <span>
        {maybe
          ? 'Votre boîte est peut-être concernée : comparez le lot écrit dessus.'
          : 'La boîte que vous avez reçue est concernée.'}
      </span>
      <strong>{`${recallAdviceLabels[advice]}.`}</strong>
      {note === null ? null : <span>{note}</span>}
      <span>{`Source : ${source}`}</span>
      <div className={styles.actions}>
        {answered ? null : (
          <Button loading={answer.isPending} onClick={() => answer.mutate(null)}>
            J’ai lu
          </Button>
        )}
        {kept === true ? null : (
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate(true)}>
            Lu, je l’ai encore
          </Button>
        )}
        {kept === false ? null : (
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate(false)}>
            Lu, je ne l’ai plus
          </Button>
        )}
        {telephone === null ? null : (
          <Button
            component="a"
            href={telephone}
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden="true" />}
          >
            {formatPhone(contact.phone)}
          </Button>
        )}
      </div>
    </Notice>
  );
}
