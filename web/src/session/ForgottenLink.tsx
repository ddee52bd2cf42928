import { PageLink } from '../ui/text.tsx';

export function ForgottenLink({ state }: { state: object }) {
  return (
    <PageLink
      to="/forgot-password"
      state={state}
      display="flex"
      mih={44}
      my={-8}
      style={{ alignItems: 'center', alignSelf: 'flex-end' }}
    >
      Mot de passe oublié ?
    </PageLink>
  );
}
