import { Button, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import styles from './ways.module.css';

type Props = {
  /** Medicines are already selected: an order with a photograph does not contain them. */
  hasMedicines: boolean;
  onSelect: () => void;
};

/** What a customer can do about a medicine that the search does not find. */
export function BoxPhoto({ hasMedicines, onSelect }: Props) {
  return (
    <div className={styles.box}>
      <Text>
        {`Photographiez la boîte : un pharmacien la lit et vous donne le prix.${hasMedicines ? ' Les médicaments déjà choisis ne seront pas dans cette commande.' : ''}`}
      </Text>
      <Button
        className={styles.other}
        classNames={{ label: styles.otherLabel }}
        variant="light"
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        onClick={onSelect}
      >
        Envoyer la photo de la boîte
      </Button>
    </div>
  );
}
