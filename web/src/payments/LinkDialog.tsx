import { formatMoney } from '@amasin/domain/contract/format.ts';
import { ASK_RELATIVE } from '@amasin/domain/payments/pay-link.ts';
import type { PayLink } from '@amasin/domain/payments/pay-request.ts';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoment } from '../lib/format.ts';
import { toast } from '../lib/toast.tsx';
import { useNow } from '../lib/use-now.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { addressOf, type LinkRequest, useCreateLink, useShowContent, useWithdraw } from './pay-link-api.ts';
import styles from './payments.module.css';

type LinkDialogProps = {
  opened: boolean;
  onClose: () => void;
  personId: string;
  /** The link that can be paid, if there is one. */
  link: PayLink | null;
  request: LinkRequest;
  onRefused?: (error: Error) => void;
};

/** Makes a link for somebody else who pays, and gives it by copy, WhatsApp or QR code. */
export function LinkDialog({ opened, onClose, link, ...making }: LinkDialogProps) {
  const address = link === null ? null : addressOf(making.personId, link);
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={ASK_RELATIVE} size="sm">
      {link === null || address === null ? (
        <MakeLink isOpenElsewhere={link !== null} {...making} onClose={onClose} />
      ) : (
        <GiveLink link={link} address={address} onClose={onClose} />
      )}
    </ResponsiveDialog>
  );
}

const SHOWS_CONTENT = 'Montrer les médicaments et le reçu à la personne qui paie';

type MakeLinkProps = Pick<LinkDialogProps, 'personId' | 'request' | 'onRefused' | 'onClose'> & {
  /** It was made on another device, which alone can show it. */
  isOpenElsewhere: boolean;
};

function MakeLink({ personId, request, isOpenElsewhere, onRefused, onClose }: MakeLinkProps) {
  const [showsContent, setShowsContent] = useState(false);
  const create = useCreateLink(personId, (error) => {
    onClose();
    onRefused?.(error);
  });
  return (
    <Stack gap="md">
      <Text>
        Vous recevez un lien à envoyer. Qui l’ouvre paie à votre place, sans compte. Cette personne lit votre
        prénom, la fin de votre numéro et le montant, pas ce que vous commandez.
      </Text>
      <Text c="dimmed">
        Le lien sert une fois, pendant 24 heures. Rien n’est réservé : le prix est vérifié quand elle paie.
      </Text>
      {isOpenElsewhere ? (
        <Text c="dimmed">Un lien fait sur un autre appareil est ouvert : le nouveau le remplace.</Text>
      ) : null}
      <Checkbox
        label={SHOWS_CONTENT}
        checked={showsContent}
        onChange={({ currentTarget }) => setShowsContent(currentTarget.checked)}
      />
      <Button
        size="md"
        fullWidth
        loading={create.isPending}
        onClick={() => create.mutate({ ...request, showsContent })}
      >
        Faire le lien
      </Button>
    </Stack>
  );
}

type GiveLinkProps = { link: PayLink; address: string; onClose: () => void };

function GiveLink({ link, address, onClose }: GiveLinkProps) {
  const now = useNow();
  const show = useShowContent();
  const withdraw = useWithdraw();
  const until = formatMoment(new Date(link.until), now);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Lien copié');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Envoyez le lien par WhatsApp.');
    }
  };
  // It names neither the order nor what for: others may see the screen of who receives it.
  const message = `Pouvez-vous payer ${formatMoney(link.amount)} pour moi sur Amasin, avant le ${until} ? ${address}`;
  return (
    <Stack gap="md">
      <Text>{`${formatMoney(link.amount)}, à payer jusqu’au ${until}.`}</Text>
      <QrCode className={styles.qr} text={address} label="Code QR du lien de paiement" />
      <Button
        component="a"
        href={`https://wa.me/?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noopener noreferrer"
        size="md"
        fullWidth
        leftSection={<IconBrandWhatsapp size={20} aria-hidden="true" />}
      >
        Envoyer par WhatsApp
      </Button>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconCopy size={20} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        Copier le lien
      </Button>
      <Checkbox
        label={SHOWS_CONTENT}
        checked={show.isPending ? show.variables.showsContent : link.showsContent}
        disabled={show.isPending}
        onChange={({ currentTarget }) => show.mutate({ link, showsContent: currentTarget.checked })}
      />
      <Button
        variant="subtle"
        fullWidth
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(link, { onSuccess: onClose })}
      >
        Retirer la demande
      </Button>
    </Stack>
  );
}
