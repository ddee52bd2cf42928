// The smallest Socket.IO server that relays messages between two clients, for comparison. Its port is its only argument.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer((_request, response) => response.end());
const io = new Server(http, { serveClient: false });
io.on('connection', (socket) => {
  socket.join(socket.handshake.auth.chatId);
  socket.on('joinChat', (_data, acknowledge) => acknowledge({ success: true }));
  socket.on('sendMessage', ({ chatId, message }, acknowledge) => {
    io.to(chatId).emit('newMessage', { chatId, message });
    acknowledge({ success: true });
  });
});
http.listen(Number(process.argv[2]), '127.0.0.1');
process.once('SIGTERM', () => io.close(() => process.exit(0)));
