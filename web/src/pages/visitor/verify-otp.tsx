import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { AuthCard } from '../../layout/AuthCard.tsx';
import { formatPhone } from '../../lib/format.ts';
import { useHydrated } from '../../lib/hydration.tsx';
import { pageMeta } from '../../lib/seo.ts';
import { entranceState } from '../../session/entrance-state.ts';
import { CodeForm, readCodeAsked } from '../../session/recovery.tsx';
import { GoTo, ListSkeleton } from '../../ui/feedback.tsx';
import { PageLink } from '../../ui/text.tsx';

export const meta = () =>
  pageMeta({
    title: 'Vérifier le code · Amasin',
    description: 'Entrez le code reçu par SMS pour choisir un nouveau mot de passe Amasin.',
    hidden: true,
  });

export default function VerifyOtp() {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The prerendered page has no navigation state, although the state survives a reload.
  const hydrated = useHydrated();
  const asked = hydrated ? readCodeAsked(state) : null;
  if (hydrated && asked === null) return <GoTo to="/forgot-password" />;

  return (
    <AuthCard
      title="Vérifier le code"
      description="Si ce numéro est enregistré, un code vient d'être envoyé."
      footer={
        <>
          {asked === null ? null : <Text>{`Numéro indiqué : ${writtenPhone(asked.phone)}`}</Text>}
          <PageLink to="/forgot-password" state={entranceState(state)}>
            Changer de numéro
          </PageLink>
        </>
      }
    >
      {asked === null ? (
        <ListSkeleton rows={2} height={56} />
      ) : (
        <CodeForm
          asked={asked}
          onAskedAgain={(again) =>
            void navigate('/verify-otp', { replace: true, state: { ...entranceState(state), ...again } })
          }
          // Replaces this page in the history: the code is used.
          onVerified={(verified) =>
            navigate('/reset-password', { replace: true, state: { ...entranceState(state), ...verified } })
          }
        />
      )}
    </AuthCard>
  );
}

const writtenPhone = (typed: string) => formatPhone(normalizePhone(typed) ?? typed);
