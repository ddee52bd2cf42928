import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { ReactNode } from 'react';
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

type Row = [message: string, page: ReactNode, url: string, send: () => Promise<void>, state?: object];

const signIn = (label: string, identifier: string) => async () => {
  await type(label, identifier);
  await type('Mot de passe', 'demo');
  await press('Se connecter');
};

test.each<Row>([
  ['Erreur de connexion', <Login key="1" />, '/login', signIn('Numéro de téléphone', '97000001')],
  ['Erreur de connexion', <Admin key="2" />, '/admin', signIn('Email', 'afi@exemple.bj')],
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
  [
    "Erreur lors de l'envoi du code OTP",
    <ForgotPassword key="6" />,
    '/forgot-password',
    async () => {
      await type(/téléphone/, '97000001');
      await press('Envoyer OTP');
    },
  ],
  [
    'Erreur',
    <ResetPassword key="7" />,
    '/reset-password',
    async () => {
      await type(/Nouveau mot/, 'nouveau');
      await type(/Confirmer/, 'nouveau');
      await press('Changer le mot de passe');
    },
    { phone: '97000001', resetToken: 'jeton' },
  ],
])('without a response, « %s » is said, on page %#', async (message, page, url, send, state) => {
  const api = fakeApi();
  const { login, adminLogin, register, requestOtp, resetPassword } = sessionEndpoints;
  for (const endpoint of [
    login,
    adminLogin,
    register,
    userEndpoints.registerPartner,
    requestOtp,
    resetPassword,
  ])
    api.on(endpoint, noResponse);
  api.on(sessionEndpoints.captcha, () => ({ challenge }));
  showTo(null, page, url, state);
  await send();
  await findMessage(message);
});
