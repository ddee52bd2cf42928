import { writeFileSync } from 'node:fs';
import { generalSettings } from '../env.ts';
import { settingDocuments } from '../settings/documents.ts';

// `npm run settings`: writes the operators' page on the settings, and .env.example, from the schema.
for (const [path, text] of Object.entries(settingDocuments(generalSettings))) writeFileSync(path, text);
