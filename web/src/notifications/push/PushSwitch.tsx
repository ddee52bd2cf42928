import { pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.tsx';
import { isSubscribed, subscribe, unsubscribe } from './subscription.ts';
import { type PushSupport, pushSupport } from './support.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** Not under the key of the notifications, whose queries are refetched when notifications change. */
const keyQuery = ['push', 'key'] as const;

const hints: Readonly<Partial<Record<PushSupport, string>>> = {
  blocked:
    'Les notifications d’Amasin sont bloquées sur cet appareil. Autorisez-les dans les réglages du site (à gauche de l’adresse) ou de l’application, puis revenez ici.',
  'home-screen':
    'Sur iPhone, ajoutez d’abord Amasin à l’écran d’accueil : Partager, puis « Sur l’écran d’accueil ».',
};

/** Push messages on this device, where the server sends them and the browser receives them. */
export function PushSwitch({ userId }: { userId: string }) {
  const hintId = useId();
  const [support, setSupport] = useState(pushSupport);
  const key = useQuery({
    queryKey: keyQuery,
    queryFn: ({ signal }) => call(pushEndpoints.readPushKey, {}, { signal }).then((response) => response.key),
    enabled: support !== 'none',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const [subscribed, setSubscribed] = useState(() => isSubscribed(userId));
  const turning = useMutation({
    mutationFn: async ({ on, key }: { on: boolean; key: string }) => {
      if (on) return subscribe(userId, key);
      await unsubscribe(userId);
      return false;
    },
    onSuccess: setSubscribed,
    onError: (error) =>
      toast.error(messageOf(error, 'Les alertes n’ont pas pu être réglées sur cet appareil')),
    onSettled: () => setSupport(pushSupport()),
  });
  if (typeof key !== 'string') return null;
  const hint = hints[support];
  const on = support === 'ready' && subscribed;
  return (
    <div>
      {support === 'home-screen' ? null : (
        <Switch
          label="Recevoir les alertes même quand Amasin est fermé"
          aria-describedby={hint === undefined ? undefined : hintId}
          checked={turning.isPending ? !on : on}
          disabled={turning.isPending || support !== 'ready'}
          onChange={() => turning.mutate({ on: !on, key })}
        />
      )}
      {hint === undefined ? null : (
        <Text id={hintId} size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </div>
  );
}
