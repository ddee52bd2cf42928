import { describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';

const given = {
  PHONE_VERIFICATION: 'firebase',
  FIREBASE_PROJECT_ID: 'amasin-bj',
  FIREBASE_API_KEY: 'AIzaSyA-key_of-a-project-for-tests',
  FIREBASE_AUTH_DOMAIN: 'amasin-bj.firebaseapp.com',
};

describe('PHONE_VERIFICATION=firebase', () => {
  it('can be switched off, and reads the project', () => {
    expect(readEnv({ ...given, PHONE_VERIFICATION: 'sms' }).FIREBASE).toBeNull();
    expect(readEnv(given).FIREBASE).toEqual({
      project: {
        apiKey: given.FIREBASE_API_KEY,
        authDomain: 'amasin-bj.firebaseapp.com',
        projectId: 'amasin-bj',
      },
      keysUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    });
  });

  it.each(['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'])('needs %s', (name) => {
    expect(() => readEnv({ ...given, [name]: undefined })).toThrow(
      new RegExp(`^Réglage ${name} manquant : indiquez [^\\n]+\\.$`),
    );
  });

  it.each([
    ['FIREBASE_PROJECT_ID', 'Amasin'],
    ['FIREBASE_PROJECT_ID', 'amasin/autre'],
    ['FIREBASE_API_KEY', 'courte'],
    ['FIREBASE_AUTH_DOMAIN', 'https://amasin-bj.firebaseapp.com'],
  ])('rejects %s=%s', (name, value) => {
    expect(() => readEnv({ ...given, [name]: value })).toThrow(
      new RegExp(`^Réglage ${name} invalide : attendu [^\\n]+\\.$`),
    );
  });

  it('accepts keys of this machine for tests, and of no other one than Google', () => {
    const keysUrl = 'http://127.0.0.1:9099/keys';
    expect(readEnv({ ...given, FIREBASE_KEYS_URL: keysUrl }).FIREBASE).toMatchObject({ keysUrl });
    for (const url of ['https://keys.example/jwk', 'https://127.0.0.1.example/keys', 'x']) {
      expect(() => readEnv({ ...given, FIREBASE_KEYS_URL: url })).toThrow(
        'Réglage FIREBASE_KEYS_URL invalide : attendu une adresse http:// de cette machine.',
      );
    }
  });
});
