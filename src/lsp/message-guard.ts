/** Enforces the life cycle of the protocol: nothing before `initialize`, nothing but `exit` after `shutdown`. */
import {
  ErrorCodes,
  Message,
  type MessageWriter,
  ResponseError,
} from 'vscode-languageserver-protocol'

export type Phase = 'new' | 'running' | 'shut down'

const refusals = {
  new: { code: ErrorCodes.ServerNotInitialized, message: 'Send "initialize" first.' },
  'shut down': {
    code: ErrorCodes.InvalidRequest,
    message: 'The server was shut down; send "exit".',
  },
} as const

/**
 * Passes a message on if its time has come; answers other requests with an error, drops other notifications.
 * @param onMessage called for every message
 */
export function guardMessages(phase: () => Phase, writer: MessageWriter, onMessage: () => void) {
  return {
    handleMessage<R>(message: Message, next: (message: Message) => R): R | undefined {
      onMessage()
      const now = phase()
      const method = 'method' in message ? message.method : undefined
      const isAllowed =
        method === undefined ||
        method === 'exit' ||
        (now === 'new' ? method === 'initialize' : now === 'running' && method !== 'initialize')
      if (isAllowed) return next(message)
      if (Message.isRequest(message)) {
        const { code, message: reason } =
          now === 'running'
            ? { code: ErrorCodes.InvalidRequest, message: 'Already initialized.' }
            : refusals[now]
        void writer.write({
          jsonrpc: '2.0',
          id: message.id,
          error: new ResponseError(code, reason).toJson(),
        } as Message)
      }
      return undefined
    },
  }
}
