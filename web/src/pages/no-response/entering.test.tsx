import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { test } from 'vitest';
import { challenge } from '../../testing/challenge.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import Admin from '../visitor/admin.tsx';
import ForgotPassword from '../visitor/forgot-password.tsx';
import Login from '../visitor/login.tsx';
import Register from '../visitor/register.tsx';
import RegisterPartner from '../visitor/register-partner.tsx';
import RegisterPharmacy from '../visitor/register-pharmacy.tsx';
import ResetPassword from '../visitor/reset-password.tsx';
import { findMessage, noResponse, press, showTo, type } from './no-response.fixture.tsx';

async function typeDetails() {
  await type(/^Nom/, 'Afi Dossou');
  await type(/téléphone/i, '97000001');
  await type(/^Email/, 'afi@exemple.bj');
  await type(/^Adresse/, 'Cadjèhoun');
  await type('Mot de passe', 'demo');
}

test.each([
  [
    'Erreur de connexion',
    <Login key="1" />,
    '/login',
    async () => {
      await type('Numéro de téléphone', '97000001');
      await type('Mot de passe', 'demo');
      await press('Se connecter');
    },
  ],
  [
    'Erreur de connexion',
    <Admin key="2" />,
    '/admin',
    async () => {
      await type('Email', 'afi@exemple.bj');
      await type('Mot de passe', 'demo');
      await press('Se connecter');
    },
  ],
  [
    "Erreur lors de l'inscription",
    <Register key="3" />,
    '/register',
    async () => {
      await typeDetails();
      await type('Confirmer le mot de passe', 'demo');
      await press('S’inscrire');
    },
  ],
  [
    "Erreur lors de l'inscription",
    <RegisterPartner key="4" />,
    '/register-partner',
    async () => {
      await typeDetails();
      await type(/^Titre/, 'docteur');
      await press('S’inscrire');
    },
  ],
  [
    "Erreur lors de l'enrégistrement",
    <RegisterPharmacy key="5" />,
    '/register-pharmacy',
    async () => {
      await typeDetails();
      await press('Inscrire ma pharmacie');
    },
  ],
])('shows « %s » when signing in or up fails: %#', async (message, page, url, send) => {
  const api = fakeApi();
  const { login, adminLogin, register } = sessionEndpoints;
  for (const endpoint of [login, adminLogin, register, userEndpoints.registerPartner])
    api.on(endpoint, noResponse);
  showTo(null, page, url);
  await send();
  await findMessage(message);
});

test('shows « Erreur lors de l’envoi du code OTP » when the code cannot be requested', async () => {
  const api = fakeApi();
  api.on(sessionEndpoints.captcha, () => ({ challenge }));
  api.on(sessionEndpoints.requestOtp, noResponse);
  showTo(null, <ForgotPassword />, '/forgot-password');
  await type(/téléphone/, '97000001');
  await press('Envoyer OTP');
  await findMessage("Erreur lors de l'envoi du code OTP");
});

test('shows « Erreur » when the new password cannot be set', async () => {
  fakeApi().on(sessionEndpoints.resetPassword, noResponse);
  showTo(null, <ResetPassword />, '/reset-password', { phone: '97000001', resetToken: 'jeton' });
  await type(/Nouveau mot/, 'nouveau');
  await type(/Confirmer/, 'nouveau');
  await press('Changer le mot de passe');
  await findMessage('Erreur');
});
