%% What belfry_admission.erl does, with processes in the place of RabbitMQ's. Prints a line per case that holds, and ends at the first that does not.
-module(admission_cases).
-export([run/0]).

-define(TURNS, 2 * erlang:system_info(schedulers_online)).

run() ->
    waiting_module(gen_server2, process_next_msg),
    waiting_module(rabbit_channel, works),
    ok = belfry_admission:start(),
    [begin Case(), io:format("~s~n", [Name]) end || {Name, Case} <- cases()],
    halt(0).

cases() -> [
    {"as many devices connect as there are turns, and the first of the others when one has its filters", fun() ->
        [First | Further] = Serials = serials(1, ?TURNS),
        [ok = answer(connects(Serial)) || Serial <- Serials],
        Channel = channel(First),
        [Next, Last] = [connects(Serial) || Serial <- serials(50, 2)],
        none = answer_now(Next),
        Channel ! has_its_filters,
        ok = answer(Next),
        none = answer_now(Last),
        [belfry_admission:refused(Serial) || Serial <- Further],
        ok = answer(Last),
        [belfry_admission:refused(Serial) || Serial <- serials(50, 2)]
    end},
    {"a device that has a turn no more waits for the next one before it subscribes", fun() ->
        Serials = serials(1, ?TURNS),
        [ok = answer(connects(Serial)) || Serial <- Serials],
        Late = subscribes(hd(serials(55, 1))),
        NotConnected = connects(hd(serials(56, 1))),
        none = answer_now(Late),
        belfry_admission:refused(hd(Serials)),
        ok = answer(Late),
        none = answer_now(NotConnected),
        [belfry_admission:refused(Serial) || Serial <- Serials ++ serials(55, 1)],
        ok = answer(NotConnected),
        belfry_admission:refused(hd(serials(56, 1)))
    end},
    {"the turn of a device whose connection ends while it subscribes ends", fun() ->
        Serials = serials(1, ?TURNS),
        [ok = answer(connects(Serial)) || Serial <- Serials],
        Channels = [channel(Serial) || Serial <- Serials],
        Next = connects(hd(serials(60, 1))),
        none = answer_now(Next),
        [exit(Channel, kill) || Channel <- Channels],
        ok = answer(Next),
        belfry_admission:refused(hd(serials(60, 1)))
    end},
    {"a device that subscribes to nothing loses its turn", fun() ->
        [ok = answer(connects(Serial)) || Serial <- serials(1, ?TURNS)],
        [belfry_admission:connected(Serial) || Serial <- serials(1, ?TURNS)],
        ok = answer(connects(hd(serials(70, 1)))),
        belfry_admission:refused(hd(serials(70, 1)))
    end},
    {"a device that connects once more while it waits has one place only", fun() ->
        [ok = answer(connects(Serial)) || Serial <- serials(1, ?TURNS)],
        [Serial] = serials(80, 1),
        Before = connects(Serial),
        After = connects(Serial),
        busy = answer(Before),
        none = answer_now(After),
        [belfry_admission:refused(S) || S <- serials(1, ?TURNS)],
        ok = answer(After),
        belfry_admission:refused(Serial)
    end},
    {"a device is busy at once when 2,000 wait", fun() ->
        Serials = serials(1, ?TURNS),
        [ok = answer(connects(Serial)) || Serial <- Serials],
        % The turn of a channel that works does not end, however long it takes to start the 2,000.
        Channels = [channel(Serial) || Serial <- Serials],
        Waiting = [connects(Serial) || Serial <- serials(2001, 2000)],
        busy = answer(connects(hd(serials(5000, 1)))),
        [exit(Device, kill) || Device <- Waiting ++ Channels],
        [belfry_admission:refused(Serial) || Serial <- Serials ++ serials(2001, 2000)],
        ok = answer(connects(hd(serials(5001, 1)))),
        belfry_admission:refused(hd(serials(5001, 1)))
    end},
    {"no device gets a turn soon after the loss of a node", fun() ->
        belfry_admission ! {nodedown, lost},
        Device = connects(hd(serials(90, 1))),
        none = answer_now(Device),
        ok = answer(Device),
        belfry_admission:refused(hd(serials(90, 1)))
    end},
    {"a device that has waited for too long is busy, or subscribes without a turn", fun() ->
        [erlang:send_after(Ms, belfry_admission, {nodedown, lost}) || Ms <- lists:seq(0, 10000, 1000)],
        timer:sleep(100),
        Waiting = connects(hd(serials(95, 1))),
        ok = answer(subscribes(hd(serials(96, 1)))),
        busy = answer(Waiting)
    end}
].

serials(From, Count) -> [list_to_binary(io_lib:format("0000-0000-0000-~4..0b", [N])) || N <- lists:seq(From, From + Count - 1)].

connects(Serial) -> waiter(fun() -> belfry_admission:connects(Serial) end).

subscribes(Serial) -> waiter(fun() -> belfry_admission:subscribes(Serial) end).

waiter(Wait) ->
    Self = self(),
    Device = spawn(fun() -> Self ! {self(), Wait()} end),
    % What it has sent is ahead of what is sent here.
    wait_until(fun() -> lists:member(process_info(Device, status), [{status, waiting}, undefined]) end),
    Device.

%% The process of a channel with a turn: it works on a filter until it has it, and then waits for messages as RabbitMQ's processes do.
channel(Serial) ->
    Self = self(),
    Channel = spawn(fun() ->
        ok = belfry_admission:subscribes(Serial),
        Self ! self(),
        rabbit_channel:works(),
        gen_server2:process_next_msg()
    end),
    receive Channel -> Channel end.

%% A module with a function that waits for a message.
waiting_module(Name, Function) ->
    Clause = {clause, 1, [], [], [{'receive', 1, [{clause, 1, [{var, 1, '_'}], [], [{atom, 1, ok}]}]}]},
    {ok, _, Binary} = compile:forms([{attribute, 1, module, Name}, {attribute, 1, export, [{Function, 0}]}, {function, 1, Function, 0, [Clause]}]),
    {module, Name} = code:load_binary(Name, "", Binary).

answer(Device) -> receive {Device, Answer} -> Answer after 60000 -> none end.

%% After everything that was sent to the process of the turns so far.
answer_now(Device) ->
    Idle = [{message_queue_len, 0}, {status, waiting}],
    wait_until(fun() -> process_info(whereis(belfry_admission), [message_queue_len, status]) =:= Idle end),
    receive {Device, Answer} -> Answer after 0 -> none end.

wait_until(Holds) -> Holds() orelse begin erlang:yield(), wait_until(Holds) end.
