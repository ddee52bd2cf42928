import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { allergyEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import {
  createAccount,
  endUserSessions,
  listAccounts,
  loadAccount,
  readAccount,
  resetSecondFactor,
  switchAccount,
  updateAccount,
} from './accounts.ts';
import { readAllergies, writeAllergies } from './allergies.ts';
import { giveConsent, listOwnConsents, withdrawHealthConsent } from './consents.ts';
import { deleteAccount, deleteOwnAccount } from './delete.ts';
import { exportOwnData, printOwnData } from './export-own.ts';
import { listUsersOfType } from './list-users-of-type.ts';
import { loadCustomer, replaceLostPhone } from './lost-phone.ts';
import { updateOwnDetails } from './own-details.ts';
import { registerPartner } from './register-partner.ts';

export const userHandlers: HandlersOf<typeof userEndpoints> = {
  listUsersOfType: handler(userEndpoints.listUsersOfType, {
    handle: async (ctx, { params, query }) => ok(await listUsersOfType(ctx, params.type, query)),
  }),
  updateOwnDetails: handler(userEndpoints.updateOwnDetails, {
    handle: async (ctx, { body }, _resource, call) =>
      ok({ user: await updateOwnDetails(ctx, body, call.token) }),
  }),
  exportOwnData: handler(userEndpoints.exportOwnData, {
    limit: 'exportsPerMinute',
    handle: exportOwnData,
  }),
  printOwnData: handler(userEndpoints.printOwnData, {
    limit: 'exportsPerMinute',
    handle: printOwnData,
  }),
  deleteOwnAccount: handler(userEndpoints.deleteOwnAccount, {
    handle: async (ctx, { body }) => {
      await deleteOwnAccount(ctx, body.password);
      return noContent();
    },
  }),
  listOwnConsents: handler(userEndpoints.listOwnConsents, {
    handle: async (ctx) => ok({ consents: await listOwnConsents(ctx) }),
  }),
  giveConsent: handler(userEndpoints.giveConsent, {
    handle: async (ctx, { body }) => {
      await giveConsent(ctx, body);
      return noContent();
    },
  }),
  withdrawHealthConsent: handler(userEndpoints.withdrawHealthConsent, {
    handle: async (ctx) => {
      await withdrawHealthConsent(ctx);
      return noContent();
    },
  }),
  registerPartner: handler(userEndpoints.registerPartner, {
    handle: async (ctx, { body }) => created({ user: await registerPartner(ctx, body) }),
  }),
  listUsers: handler(userEndpoints.listUsers, {
    handle: async (ctx, { query }) => ok(await listAccounts(ctx, query)),
  }),
  readUser: handler(userEndpoints.readUser, {
    handle: async (ctx, { params }) => ok({ user: await readAccount(ctx, params.id) }),
  }),
  createUser: handler(userEndpoints.createUser, {
    handle: async (ctx, { body }) => created({ user: await createAccount(ctx, body) }),
  }),
  updateUser: handler(userEndpoints.updateUser, {
    load: (ctx, { id }) => loadAccount(ctx, id),
    handle: async (ctx, { params, body }) => ok({ user: await updateAccount(ctx, params.id, body) }),
  }),
  replaceLostPhone: handler(userEndpoints.replaceLostPhone, {
    load: (ctx, { id }) => loadCustomer(ctx, id),
    handle: async (ctx, { params, body }) => {
      await replaceLostPhone(ctx, params.id, body);
      return noContent();
    },
  }),
  deleteUser: handler(userEndpoints.deleteUser, {
    handle: async (ctx, { params }) => {
      await deleteAccount(ctx, params.id);
      return noContent();
    },
  }),
  resetSecondFactor: handler(userEndpoints.resetSecondFactor, {
    load: (ctx, { id }) => loadAccount(ctx, id),
    handle: async (ctx, { params }) => {
      await resetSecondFactor(ctx, params.id);
      return noContent();
    },
  }),
  endUserSessions: handler(userEndpoints.endUserSessions, {
    load: (ctx, { id }) => loadAccount(ctx, id),
    handle: async (ctx, { params }) => {
      await endUserSessions(ctx, params.id);
      return noContent();
    },
  }),
  toggleUser: handler(userEndpoints.toggleUser, {
    load: (ctx, { id }) => loadAccount(ctx, id),
    handle: async (ctx, { params, body }) => ok({ user: await switchAccount(ctx, params.id, body.active) }),
  }),
};

export const allergyHandlers: HandlersOf<typeof allergyEndpoints> = {
  readAllergies: handler(allergyEndpoints.readAllergies, {
    handle: async (ctx) => ok({ allergies: await readAllergies(ctx) }),
  }),
  writeAllergies: handler(allergyEndpoints.writeAllergies, {
    handle: async (ctx, { body }) => {
      await writeAllergies(ctx, body.allergies);
      return ok(body);
    },
  }),
};
