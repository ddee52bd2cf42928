import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { toast } from '../lib/toast.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { type CodeAsked, CodeForm, PhoneForm } from './recovery.tsx';

type Props = { phone: string; opened: boolean; onClose: () => void };

/** Where the operator asks for it: a code by SMS before the first photograph, insurance card or consultation. */
export function ProvePhoneDialog({ phone, opened, onClose }: Props) {
  const [asked, setAsked] = useState<CodeAsked | null>(null);
  const prove = async (resetToken: string) => {
    await call(sessionEndpoints.provePhone, { body: { resetToken } });
    toast.success('Numéro confirmé : vous pouvez envoyer');
    onClose();
  };
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Confirmez votre numéro" hasForm>
      <Stack gap="md">
        <Text>Une seule fois, avant votre premier envoi : nous vous écrivons un code par SMS.</Text>
        {asked === null ? (
          <PhoneForm known={() => ({ phone })} onAsked={setAsked} />
        ) : (
          <CodeForm
            asked={asked}
            onAskedAgain={setAsked}
            onVerified={({ resetToken }) => prove(resetToken)}
          />
        )}
      </Stack>
    </ResponsiveDialog>
  );
}
