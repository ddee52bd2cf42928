import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { lightContract } from './light-contract.ts';

const api = 'http://localhost:3000';

export default defineConfig({
  plugins: [lightContract(), reactRouter()],
  server: {
    port: 5173,
    proxy: { '/api': api, '/sandbox-pay': api, '/health': api },
  },
});
